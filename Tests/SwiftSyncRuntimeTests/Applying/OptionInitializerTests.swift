import Foundation
import SwiftSyncRuntime
import Testing

@testable import SwiftSyncStore

/// The initializers of options set the members that they name.
@Suite struct OptionInitializerTests {
  @Test func applyOptionsAreSet() throws {
    let options = ApplyOptions(
      missingRows: .keepIf("more"), conflict: .newestWins, operations: [.insert, .update],
      relationOperations: .delete, root: "data.items", keyedBy: "code", deletionLimit: 3,
      rowSizeLimit: 4, isStrict: true, isDryRun: false, transform: { _ in .bool(true) })
    #expect(options.missingRows == .keepIf("more") && options.conflict == .newestWins)
    #expect(options.operations == [.insert, .update] && options.relationOperations == .delete)
    #expect(options.root == "data.items" && options.keyedBy == "code")
    #expect(options.deletionLimit == 3 && options.rowSizeLimit == 4)
    #expect(options.isStrict && !options.isDryRun && options.transform != nil)
    #expect(ApplyOptions(isDryRun: true).isDryRun)
  }

  @Test func applyOptionsHaveDefaults() {
    let options = ApplyOptions()
    #expect(options.missingRows == .keep && options.conflict == .merge)
    #expect(options.operations == .all && options.relationOperations == .all)
    #expect(options.root == nil && options.keyedBy == nil && options.deletionLimit == nil)
    #expect(options.rowSizeLimit == 268_435_456)
    #expect(!options.isStrict && !options.isDryRun && options.transform == nil)
  }

  @Test func exportOptionsAreSet() {
    let scope = ExportOptions.Scope(relation: "project", id: "7")
    let options = ExportOptions(
      id: "1", scope: scope, relations: .nestedAttributes, keys: .kebabCase, dates: .unix,
      lists: .array)
    #expect(options.id == "1" && options.scope?.relation == "project" && options.scope?.id == "7")
    #expect(options.relations == .nestedAttributes && options.keys == .kebabCase)
    #expect(options.dates == .unix && options.lists == .array)
    let defaults = ExportOptions()
    #expect(defaults.id == nil && defaults.scope == nil && defaults.relations == .ids)
    #expect(defaults.keys == nil && defaults.dates == nil && defaults.lists == .indexedObject)
  }

  @Test func transferLimitsAreSet() {
    let limits = TransferLimits(
      responseBytes: 1, streamedBytes: 2, idleTime: .seconds(3), idleBytes: 4,
      responseTime: .seconds(5), redirects: 6, requestsPerRun: 7, runTime: .seconds(8))
    #expect(limits.responseBytes == 1 && limits.streamedBytes == 2 && limits.idleBytes == 4)
    #expect(limits.idleTime == .seconds(3) && limits.responseTime == .seconds(5))
    #expect(limits.redirects == 6 && limits.requestsPerRun == 7 && limits.runTime == .seconds(8))
  }

  /// A store without a configuration is in the app's own folder, and logs.
  @Test func configurationHasDefaults() {
    let configuration = SyncStore.Configuration()
    #expect(configuration.location == .applicationSupport)
    #expect(configuration.adoption == nil && configuration.whenUnreadable == .fail)
    #expect(!configuration.log.isSilent)
    #expect(SyncStore.Configuration(log: .none).log.isSilent)
    #expect(SyncStore.Configuration(location: .inMemory).location == .inMemory)
  }

  @Test func sessionConfigurationHasDefaults() {
    let configuration = SyncSession.Configuration()
    #expect(configuration.pulls.isEmpty && configuration.retry == .requests)
    #expect(configuration.pushDelay == .seconds(2) && configuration.interval == .seconds(900))
  }
}
