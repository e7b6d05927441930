import type { Readable } from 'node:stream'
import type {
  ArchiveEndpointName,
  EndpointName,
  JsonEndpointName,
  RequestOf,
  ResponseOf,
} from '../../contract/endpoints.ts'
import type { Store } from '../store/store.ts'
import type { AnswerBytes } from './answer-bytes.ts'

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

/** An archive, made while it is sent. A small one is sent as a whole, with its length. */
export type ArchiveReply = { fileName: string; stream: Readable; isSmall: boolean }

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

declare const isJson: unique symbol

/** JSON that is already text: stored rows go out as they were put in, without being parsed and written again. */
type JsonText = string & { [isJson]: true }

/** Marks text as JSON. The caller vouches for it. */
export const jsonText = (text: string): JsonText => text as JsonText
