extension AppleStubs {
  /// The symbols of SwiftUI that only the views of the example and of pages use.
  static let controls = """
    public struct HStack<Content: View>: View {
      nonisolated public init(@ViewBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
    }
    public struct Spacer: View {
      nonisolated public init() {}
      public var body: Never { fatalError() }
    }
    public struct Image: View {
      nonisolated public init(systemName: String) {}
      public var body: Never { fatalError() }
    }
    public struct Label<Title: View, Icon: View>: View {
      public var body: Never { fatalError() }
    }
    public struct ButtonRole: Equatable, Sendable {
      public static let destructive = ButtonRole()
      public static let cancel = ButtonRole()
    }
    extension Button where Label == Text {
      nonisolated public init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
      ) {}
    }
    extension Button where Label == SwiftUI.Label<Text, Image> {
      nonisolated public init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
      ) {}
    }
    public enum Axis: Sendable { case horizontal, vertical }
    extension TextField where Label == Text {
      nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {}
    }
    public struct SecureField<Label: View>: View {
      nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>)
      where Label == Text {}
      public var body: Never { fatalError() }
    }
    public struct NavigationLink<Label: View, Destination: View>: View {
      nonisolated public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label)
      where Destination == Never {}
      nonisolated public init<S: StringProtocol>(
        _ title: S, @ViewBuilder destination: () -> Destination
      ) where Label == Text {}
      public var body: Never { fatalError() }
    }
    public protocol ShapeStyle: Sendable {}
    public struct Color: ShapeStyle {}
    extension ShapeStyle where Self == Color {
      public static var red: Color { Color() }
    }
    public struct BackgroundTask<Request, Response>: Sendable {}
    extension BackgroundTask {
      public static func appRefresh(
        _ identifier: String
      ) -> BackgroundTask<(), ()> where Request == (), Response == () { fatalError() }
    }
    extension Scene {
      nonisolated public func backgroundTask<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
      ) -> some Scene { self }
    }
    @MainActor @preconcurrency public struct DismissAction {
      public func callAsFunction() {}
    }
    extension EnvironmentValues {
      public var dismiss: DismissAction { fatalError() }
    }
    extension View {
      nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
      nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
      nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
      nonisolated public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
      ) -> some View { self }
      nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
      ) -> some View { self }
      nonisolated public func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
      ) -> some View { self }
      nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
      ) -> some View { self }
    }
    """
}
