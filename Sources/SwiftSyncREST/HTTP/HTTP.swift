/// What a client and its transport exchange.
public enum HTTP {}
