print("swiftsync-gen")
