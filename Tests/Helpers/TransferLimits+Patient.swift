public import SwiftSyncRuntime

extension TransferLimits {
  /// Time limits that no test reaches, however busy the machine is.
  public static var patient: TransferLimits {
    var limits = TransferLimits()
    limits.idleTime = .seconds(3_600)
    limits.responseTime = .seconds(3_600)
    limits.runTime = .seconds(3_600)
    return limits
  }
}
