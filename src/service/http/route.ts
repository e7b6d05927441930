import type { Readable } from 'node:stream'
import type {
  ArchiveEndpointName,
  EndpointName,
  JsonEndpointName,
  RequestOf,
  ResponseOf,
} from '../../contract/endpoints.ts'
import type { KeyRole } from '../../contract/roles.ts'
import type { RequestStore } from '../store/store.ts'

/** Who sent a request: the name of the key, and its role. */
export type Caller = { name: string; role: KeyRole }

/** The dependencies of a route. */
export type RouteContext = {
  store: RequestStore
  caller: Caller
  /** Unix milliseconds. */
  now: () => number
  /** Creates a random UUID. */
  newId: () => string
  /** Whether the extensions are disabled. */
  isStrict: boolean
  /** The cached response for a key as UTF-8; calls `make`, which reads the store, if there is none. */
  responseBytes: (key: string, make: () => Promise<string>) => Promise<Uint8Array<ArrayBuffer>>
}

/** An archive that is created while it is sent. A small one is buffered and sent with its length. */
export type ArchiveReply = { fileName: string; stream: Readable; isSmall: boolean }

/** JSON that is too large for one text. */
export class JsonStream {
  readonly chunks: AsyncIterable<string>

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks
  }
}

/** The result of a route: an object of the contract's shape, the same as JSON text, UTF-8 bytes or a stream, or an archive. */
type ReplyOf<N extends EndpointName> = N extends ArchiveEndpointName
  ? ArchiveReply
  : N extends JsonEndpointName
    ? ResponseOf<N> | JsonText | Uint8Array<ArrayBuffer> | JsonStream
    : never

/** The handler of one endpoint. Throws a Problem for invalid requests. */
export type Route<N extends EndpointName> = (
  request: RequestOf<N>,
  context: RouteContext,
) => ReplyOf<N> | Promise<ReplyOf<N>>

/** One route for each endpoint of the contract. A missing route does not compile. */
export type Routes = { [N in EndpointName]: Route<N> }

declare const isJson: unique symbol

/** Serialized JSON. Stored rows are sent as they are, without parsing and serializing them. */
type JsonText = string & { [isJson]: true }

/** Marks text as JSON. The caller must ensure that it is valid. */
export const jsonText = (text: string): JsonText => text as JsonText
