/// The parts of a call that all others may use. Each has its own state, or its part of `CallState`.
final class BaseParts {
  let call: CallData
  let conflicts: LocalConflicts
  let recorder: LinkRecorder
  let awaited: AwaitedLinks
  let unresolved: UnresolvedReferences
  let choice: LinkChoice
  let expected: ExpectedDeletions
  let deferred: DeferredRows
  let writer: LinkWriter
  let taken: TakenLinkMover

  init(_ call: CallData) {
    self.call = call
    conflicts = LocalConflicts(call)
    recorder = LinkRecorder(call)
    awaited = AwaitedLinks(call)
    unresolved = UnresolvedReferences(call)
    choice = LinkChoice(call)
    expected = ExpectedDeletions(call)
    deferred = DeferredRows(call)
    writer = LinkWriter(call, recorder)
    taken = TakenLinkMover(call, writer)
  }
}

/// The parts of a call that use the base, and other parts that they are given. Circular uses, e.g.
/// rows that contain lists that contain rows, are passed as arguments.
struct CallParts {
  let base: BaseParts
  let deletions: DeletionRun
  let softDeletion: SoftDeletion
  let missing: MissingRowDeletion
  let purge: Purge
  let rejections: AppliedRejections
  let references: ReferenceLinker
  let lists: ListApplier
  let members: MemberApplier
  let pruner: ListPruner

  init(_ call: CallData) {
    base = BaseParts(call)
    deletions = DeletionRun(base)
    softDeletion = SoftDeletion(call, deletions)
    missing = MissingRowDeletion(base, deletions)
    purge = Purge(call, deletions)
    rejections = AppliedRejections(call)
    references = ReferenceLinker(base)
    lists = ListApplier(base)
    members = MemberApplier(base, deletions)
    pruner = ListPruner(base, softDeletion)
  }
}
