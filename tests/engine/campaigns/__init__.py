"""§25  Campaigns: their files, what one battle leaves to the next, and whole campaigns.

Games are ended by hand where what they leave behind is what matters, and played by bots where all of it does.
"""
