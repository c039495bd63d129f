public import SwiftSyncRuntime

extension TransferLimits {
  /// Time limits that no test reaches, however busy the machine is.
  public static var patient: TransferLimits {
    TransferLimits(
      idleTime: .seconds(3_600), responseTime: .seconds(3_600), runTime: .seconds(3_600))
  }
}
