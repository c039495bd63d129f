/// The symbols of Apple's modules that `SwiftSyncLive` and the views of tests use, with the
/// signatures of the SDK.
enum AppleStubs {
  /// What sessions use to notice that the network returns.
  static let network = """
    public import Dispatch
    public struct NWPath {
      public enum Status { case satisfied, unsatisfied, requiresConnection }
      public let status: Status
    }
    public final class NWPathMonitor {
      public init() {}
      public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
      public func start(queue: DispatchQueue) {}
      public func cancel() {}
    }
    """

  /// `UPDATE` stands for the requirement of `DynamicProperty`, `HANDLER` for the type of an undo
  /// manager's actions. Foundation has an undo manager only on Apple's platforms.
  static let swiftUI = """
    @_exported public import Foundation
    public import Observation
    open class UndoManager {
      open func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping HANDLER
      ) {}
    }
    extension EnvironmentValues {
      public var undoManager: UndoManager? { nil }
    }
    @MainActor @preconcurrency public protocol View {
      associatedtype Body: View
      @ViewBuilder @MainActor @preconcurrency var body: Body { get }
    }
    extension Never: View {
      public var body: Never { fatalError() }
    }
    @resultBuilder public struct ViewBuilder {
      public static func buildBlock() -> EmptyView { EmptyView() }
      public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
      public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView((repeat each content))
      }
      public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
      public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
      }
      public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
      }
    }
    extension Optional: View where Wrapped: View {
      public var body: Never { fatalError() }
    }
    @MainActor @preconcurrency public protocol Scene {
      associatedtype Body: Scene
      @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    }
    extension Never: Scene {}
    @resultBuilder public struct SceneBuilder {
      public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    }
    public struct WindowGroup<Content: View>: Scene {
      nonisolated public init(@ViewBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
    }
    @MainActor @preconcurrency public protocol App {
      associatedtype Body: Scene
      @SceneBuilder @MainActor @preconcurrency var body: Body { get }
      @MainActor @preconcurrency init()
    }
    extension App {
      @MainActor @preconcurrency public static func main() {}
    }
    public struct EmptyView: View {
      nonisolated public init() {}
      public var body: Never { fatalError() }
    }
    public struct TupleView<T>: View {
      nonisolated public init(_ value: T) {}
      public var body: Never { fatalError() }
    }
    public struct _ConditionalContent<TrueContent, FalseContent>: View {
      public var body: Never { fatalError() }
    }
    public struct Text: View {
      nonisolated public init(verbatim content: String) {}
      nonisolated public init<S: StringProtocol>(_ content: S) {}
      nonisolated public func bold() -> Text { self }
      nonisolated public static func + (lhs: Text, rhs: Text) -> Text { lhs }
      public var body: Never { fatalError() }
    }
    public struct HorizontalAlignment: Sendable {
      public static let leading = HorizontalAlignment()
      public static let center = HorizontalAlignment()
    }
    public struct VStack<Content: View>: View {
      nonisolated public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
    }
    public struct NavigationStack<Root: View>: View {
      nonisolated public init(@ViewBuilder root: () -> Root) {}
      public var body: Never { fatalError() }
    }
    public enum VerticalEdge: Sendable { case top, bottom }
    public struct ProgressView: View {
      nonisolated public init() {}
      nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {}
      public var body: Never { fatalError() }
    }
    public struct List<Content: View>: View {
      nonisolated public init(@ViewBuilder content: () -> Content) {}
      nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
      ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
      public var body: Never { fatalError() }
    }
    public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
      public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
      where ID == Data.Element.ID, Data.Element: Identifiable {}
      public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
      ) {}
      public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self { self }
      public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self { self }
      public var body: Never { fatalError() }
    }
    public struct Section<Parent: View, Content: View>: View {
      nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content)
      where Parent == Text {}
      public var body: Never { fatalError() }
    }
    public struct Button<Label: View>: View {
      nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void)
      where Label == Text {}
      nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
      public var body: Never { fatalError() }
    }
    public struct Form<Content: View>: View {
      nonisolated public init(@ViewBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
    }
    public struct TextField<Label: View>: View {
      nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>)
      where Label == Text {}
      nonisolated public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
      ) where Label == Text, F.FormatOutput == String {}
      public var body: Never { fatalError() }
    }
    public struct DatePickerComponents: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }
      public static let hourAndMinute = DatePickerComponents(rawValue: 1)
      public static let date = DatePickerComponents(rawValue: 2)
    }
    public struct DatePicker<Label: View>: View {
      nonisolated public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
      ) where Label == Text {}
      public var body: Never { fatalError() }
    }
    public struct Toggle<Label: View>: View {
      nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>)
      where Label == Text {}
      public var body: Never { fatalError() }
    }
    public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
      nonisolated public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
      ) where Label == Text {}
      public var body: Never { fatalError() }
    }
    @MainActor @preconcurrency public protocol ViewModifier {
      associatedtype Body: View
      @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
      typealias Content = _ViewModifier_Content<Self>
    }
    public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
      public var body: Never { fatalError() }
    }
    extension View {
      nonisolated public func modifier<T>(_ modifier: T) -> some View { self }
      nonisolated public func disabled(_ disabled: Bool) -> some View { self }
      nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { self }
      nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
      ) -> some View { self }
      nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
      ) -> some View { self }
      nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
      ) -> some View { self }
      nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
      ) -> some View { self }
      nonisolated public func searchable(text: Binding<String>) -> some View { self }
      nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
      nonisolated public func refreshable(
        action: @escaping @Sendable () async -> Void
      ) -> some View { self }
      nonisolated public func toolbar<Content: View>(
        @ViewBuilder content: () -> Content
      ) -> some View { self }
      nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, @ViewBuilder content: () -> V
      ) -> some View { self }
    }
    public protocol DynamicProperty {
      UPDATE
    }
    extension DynamicProperty {
      public mutating func update() {}
    }
    @propertyWrapper public struct State<Value>: DynamicProperty {
      public init(wrappedValue value: Value) {}
      public init(initialValue value: Value) {}
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
      public var projectedValue: Binding<Value> { fatalError() }
    }
    extension State: Sendable where Value: Sendable {}
    @dynamicMemberLookup @propertyWrapper public struct Binding<Value> {
      @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
      ) {}
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
      public init?(_ base: Binding<Value?>) {}
      public var projectedValue: Binding<Value> { self }
      public subscript<Subject>(
        dynamicMember keyPath: WritableKeyPath<Value, Subject>
      ) -> Binding<Subject> { fatalError() }
    }
    @dynamicMemberLookup @propertyWrapper public struct Bindable<Value: AnyObject & Observable> {
      public var wrappedValue: Value
      public var projectedValue: Bindable<Value> { self }
      public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
      ) -> Binding<Subject> { fatalError() }
    }
    extension Binding: @unchecked Sendable where Value: Sendable {}
    @propertyWrapper public struct Environment<Value>: DynamicProperty {
      public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
      public var wrappedValue: Value { fatalError() }
    }
    extension Environment: Sendable where Value: Sendable {}
    public protocol EnvironmentKey {
      associatedtype Value
      static var defaultValue: Value { get }
    }
    public struct EnvironmentValues {
      public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { K.defaultValue }
        set {}
      }
    }
    public struct Animation: Equatable, Sendable {
      public static let `default` = Animation()
    }
    public func withAnimation<Result>(
      _ animation: Animation? = .default, _ body: () throws -> Result
    ) rethrows -> Result { try body() }
    """

  static let combine = """
    public protocol Publisher<Output, Failure> {
      associatedtype Output
      associatedtype Failure: Error
      func receive<S: Subscriber>(subscriber: S) where Self.Failure == S.Failure, Self.Output == S.Input
    }
    public protocol Subscriber<Input, Failure> {
      associatedtype Input
      associatedtype Failure: Error
      func receive(subscription: any Subscription)
      func receive(_ input: Input) -> Subscribers.Demand
      func receive(completion: Subscribers.Completion<Failure>)
    }
    public protocol Cancellable { func cancel() }
    public protocol Subscription: Cancellable {
      func request(_ demand: Subscribers.Demand)
    }
    public enum Subscribers {
      public struct Demand: Equatable, Sendable {
        public var max: Int? { nil }
      }
      public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
      }
    }
    public final class AnyCancellable: Cancellable {
      public func cancel() {}
    }
    extension Publisher {
      public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
      ) -> AnyCancellable { AnyCancellable() }
    }
    """
}
