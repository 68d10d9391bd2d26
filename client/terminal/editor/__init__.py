"""The editor of battles in a terminal (`ironbottom battles edit`): what may be changed, its rows, and their screen."""
