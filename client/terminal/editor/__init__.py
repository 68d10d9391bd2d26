"""The set-up editor in a terminal (`ironbottom battles edit`): what may be changed, its rows, and the screen of them."""
