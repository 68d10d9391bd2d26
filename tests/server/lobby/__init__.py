"""Many tables, many strangers, bots that are called."""
