import Foundation
import Programs
import SyncGenSchema
import TestHelpers

@_spi(Generated) @testable import swiftsync_gen

/// A team with users and testers, from its first release to a release that all devices must open.
final class TeamLife {
  struct Events {
    var installs = 0
    /// What CI refused.
    var refusals = 0
    var hotfixes = 0
    var withdrawals = 0

    static func += (total: inout Self, other: Self) {
      total.installs += other.installs
      total.refusals += other.refusals
      total.hotfixes += other.hotfixes
      total.withdrawals += other.withdrawals
    }
  }

  private static let length = 30
  private let history: TeamHistory
  private let devices: [TeamDevice]
  private let workspace: Workspace
  private var random: SeededRandom
  /// The newest builds for users, and for testers.
  private var userBuild: TeamBuild?
  private var testerBuild: TeamBuild?
  /// What happened, a line for each event.
  private(set) var story: [String] = []
  private(set) var events = Events()

  init(seed: Int, comparingWithShipped: Bool) throws {
    var random = SeededRandom(UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    history = TeamHistory(comparingWithShipped: comparingWithShipped, &random)
    self.random = random
    let workspace = try Workspace()
    self.workspace = workspace
    devices = (0..<4).map {
      TeamDevice(isTester: $0 > 1, in: workspace.folder, number: $0)
    }
  }

  /// - Returns: What must not happen; `nil` if all is well.
  func run() async throws -> String? {
    release(toUsers: true)
    if let problem = try await install() { return problem }
    for _ in 0..<Self.length {
      act()
      if random.once(in: 3), let problem = try await install() { return problem }
    }
    // At last, the hotfix is merged, and everybody gets a release.
    if !mergeHotfix() { return note("the hotfix cannot be merged") }
    if !release(toUsers: true) { return note("the last release cannot ship") }
    return try await install(all: true)
  }

  @discardableResult
  private func note(_ text: String) -> String {
    story.append(text)
    return text
  }

  // MARK: Events

  private func act() {
    switch random.below(13) {
    case 0, 1, 2: change(random.pick([.main, .feature, .feature, .release]))
    case 3, 4: merge(.feature, into: .main)
    case 5: merge(.main, into: .feature)
    case 6: merge(.release, into: .main)
    case 7: merge(.release, into: .feature)
    case 8: revert(random.pick([.main, .feature, .release]))
    case 9: freezeFeature()
    case 10: release(toUsers: random.once(in: 3))
    case 11: hotfix()
    default:
      let newest = history.tree(of: .main).newest ?? 1
      withdraw(random.once(in: 3) ? random.number(1...3) : newest)
    }
  }

  /// Commits what a developer has made of a tree, who sometimes does not run the tool before.
  @discardableResult
  private func propose(
    _ tree: TeamHistory.Tree, to branch: TeamHistory.Branch,
    merging other: TeamHistory.Branch? = nil, _ title: String, carefully isCareful: Bool? = nil
  ) -> Bool {
    let isCareful = isCareful ?? !random.once(in: 8)
    let keyed = history.keyed(tree)
    guard let tidied = isCareful ? history.tidied(keyed) : keyed else { return false }
    let isGreen = history.commit(tidied, to: branch, merging: other)
    if !isGreen { events.refusals += 1 }
    let frozen = tidied.frozen.keys.sorted().map { "\($0)" }.joined(separator: ",")
    note(
      "\(isGreen ? "" : "refused: ")\(title), version \(tidied.schema.version), frozen \(frozen)")
    return isGreen
  }

  @discardableResult
  private func change(_ branch: TeamHistory.Branch) -> Bool {
    var tree = history.tree(of: branch)
    let frozen = tree.newest.flatMap { tree.frozen[$0]?.content }
    if let newest = tree.newest, tree.schema.version == newest, !random.once(in: 10) {
      tree.schema.raise(to: newest + 1)
    }
    for _ in 0...random.below(3) {
      tree.schema.change(after: frozen, &random, newKey: history.newKey)
    }
    return propose(tree, to: branch, "change \(branch)")
  }

  private func merge(_ other: TeamHistory.Branch, into branch: TeamHistory.Branch) {
    let tree = history.merging(other, into: branch, &random)
    propose(tree, to: branch, merging: other, "merge \(other) into \(branch)")
  }

  private func revert(_ branch: TeamHistory.Branch) {
    propose(history.formerTree(of: branch), to: branch, "revert \(branch)")
  }

  /// Nobody should, and CI does not see it before the merge.
  private func freezeFeature() {
    guard let tree = history.freezing(history.tree(of: .feature)) else { return }
    propose(tree, to: .feature, "freeze feature")
  }

  @discardableResult
  private func withdraw(_ version: Int) -> Bool {
    let tree = history.withdrawing(version, in: history.tree(of: .main))
    guard tree != history.tree(of: .main) else { return false }
    let isDone = propose(tree, to: .main, "withdraw \(version)", carefully: true)
    if isDone { events.withdrawals += 1 }
    return isDone
  }

  // MARK: Releases

  /// The job that builds: freezes, checks, and merges the commit back at once.
  private func build(_ branch: TeamHistory.Branch, _ title: String) -> TeamBuild? {
    guard let tree = history.freezing(history.tree(of: branch)),
      propose(tree, to: branch, title, carefully: false),
      let versions = history.versions(of: tree)
    else { return nil }
    return TeamBuild(content: tree.schema, versions: versions)
  }

  @discardableResult
  private func release(toUsers: Bool) -> Bool {
    guard let build = build(.main, "release to \(toUsers ? "users" : "testers")") else {
      return false
    }
    testerBuild = build
    if toUsers {
      userBuild = build
      history.begin(.release, at: .main)
    }
    return true
  }

  private func hotfix() {
    guard change(.release) else {
      // Only testers have the number, because users have what the release branch has.
      if random.once(in: 2), let newest = history.tree(of: .release).newest { withdraw(newest + 1) }
      return
    }
    guard let build = build(.release, "hotfix") else { return }
    events.hotfixes += 1
    userBuild = build
    if !random.once(in: 3) { mergeHotfix() }
  }

  /// The right way to merge a hotfix: what only testers have of its number is withdrawn.
  @discardableResult
  private func mergeHotfix() -> Bool {
    let (ours, theirs) = (history.tree(of: .main).frozen, history.tree(of: .release).frozen)
    let twice = theirs.filter { version, file in ours[version].map { $0 != file } ?? false }
    let withdrawn = twice.keys.min().map {
      history.withdrawing($0, in: history.tree(of: .main))
    }
    let tree = history.merging(.release, into: .main, after: withdrawn, &random)
    let isDone = propose(
      tree, to: .main, merging: .release, "merge the hotfix", carefully: true)
    if isDone, withdrawn != nil { events.withdrawals += 1 }
    return isDone
  }

  // MARK: Devices

  private func install(all: Bool = false) async throws -> String? {
    for (number, device) in devices.enumerated() where all || random.once(in: 2) {
      let build = device.isTester && !random.once(in: 4) ? testerBuild : userBuild
      guard let build else { continue }
      note("device \(number) installs version \(build.content.version)")
      let problem = try await device.install(
        build, withdrawn: history.withdrawn, canGoBack: !all, &random)
      if let problem { return note(problem) }
      events.installs += 1
    }
    return nil
  }
}
