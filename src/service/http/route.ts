import type {
  ArchiveEndpointName,
  EndpointName,
  JsonEndpointName,
  RequestOf,
  ResponseOf,
} from '../../contract/endpoints.ts'
import type { Store } from '../store/store.ts'
import type { AnswerBytes } from './answer-bytes.ts'
import type { JsonText } from './stored-json.ts'

/** The world a route works in. */
export type RouteContext = {
  store: Store
  /** Unix milliseconds. */
  now: () => number
  /** A fresh UUID. */
  newId: () => string
  /** Whether the extensions are left out. */
  isStrict: boolean
  /** Answers that are kept as bytes. */
  answerBytes: AnswerBytes
}

/** An archive: whole, or made while it is sent, when nobody knows its length before. */
export type ArchiveReply = { fileName: string; bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }

/** What a route answers: an object of the contract's shape, the same as JSON text or its UTF-8, or an archive. */
type ReplyOf<N extends EndpointName> = N extends ArchiveEndpointName
  ? ArchiveReply
  : N extends JsonEndpointName
    ? ResponseOf<N> | JsonText | Uint8Array<ArrayBuffer>
    : never

/** The service's handler of one endpoint. Throws a Problem for whatever it refuses. */
export type Route<N extends EndpointName> = (request: RequestOf<N>, context: RouteContext) => ReplyOf<N>

/** One route for each row of the contract: leaving one out does not compile. */
export type Routes = { [N in EndpointName]: Route<N> }
