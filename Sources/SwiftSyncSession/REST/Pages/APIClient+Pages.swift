@_spi(Generated) public import SwiftSyncREST

extension APIClient {
  /// The decoded pages of an endpoint.
  ///
  /// ```swift
  /// for try await page in api.tasksPages(project: project.id) { show(page) }
  /// ```
  ///
  /// Pages are fetched lazily, one per iteration, so leaving the loop stops further requests. Each
  /// loop begins with the first page. An endpoint without `page` has one page.
  public struct Pages<Endpoint: SwiftSyncREST.Endpoint>: AsyncSequence, Sendable {
    /// The response of the endpoint.
    public typealias Element = Endpoint.Response

    let client: APIClient
    let endpoint: Endpoint
    let list: PagedList

    /// The iterator of a loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let client: APIClient
      private let endpoint: Endpoint
      private let list: PagedList
      /// `nil` until the first page is requested.
      private var run: PageRun?

      init(_ client: APIClient, _ endpoint: Endpoint, _ list: PagedList) {
        self.client = client
        self.endpoint = endpoint
        self.list = list
      }

      /// Requests the next page. Returns `nil` after the last one, and after an error.
      ///
      /// - Throws: The errors of `APIClient.sync(_:into:options:)`.
      public mutating func next() async throws(APIError) -> Endpoint.Response? {
        let run =
          if let run = self.run {
            run
          } else {
            try PageRun(
              Endpoint.request(for: endpoint), list, client,
              RunBudget(client.limits, hasRunTime: false))
          }
        self.run = run
        guard let response = try await run.next() else { return nil }
        let page = try APIClient.read(response, Endpoint.response)
        try run.advance(after: response)
        return page
      }
    }

    /// Returns the iterator of a loop.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(client, endpoint, list)
    }
  }
}

extension APIClient {
  /// Returns the pages of an endpoint, which are requested one at a time.
  ///
  /// - Parameter endpoint: The endpoint. Its watermark is not sent, so the pages contain all rows.
  public func pages<E: SyncedEndpoint>(of endpoint: E) -> APIClient.Pages<E> {
    APIClient.Pages(client: self, endpoint: endpoint, list: PagedList(E.sync(for: endpoint)))
  }

  /// Returns the pages of an endpoint whose response is not stored. Called by generated code.
  @_spi(Generated)
  public func pages<E: Endpoint>(of endpoint: E, _ pages: EndpointPages) -> APIClient.Pages<E> {
    APIClient.Pages(client: self, endpoint: endpoint, list: PagedList(pages))
  }
}
