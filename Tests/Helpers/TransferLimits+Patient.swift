public import SwiftSyncRuntime

extension TransferLimits {
  /// Time limits that no test reaches, however busy the machine is.
  public static var patient: TransferLimits {
    var limits = TransferLimits()
    (limits.idleTime, limits.responseTime, limits.runTime) = (3_600, 3_600, 3_600)
    return limits
  }
}
