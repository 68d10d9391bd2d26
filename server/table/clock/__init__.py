"""The thinking time of one table: banks for an evening, clocks for days, working hours and vacation, and their timer.

It may touch what `table/` may, and reads no clock by itself: it is told what time it is.
"""
