import type { FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { EnvironmentState } from '../live/environment-state.ts'
import type { ProgramServices } from './services.ts'

/** An environment's document in one format, shared by all clients that fetch it. */
export type Document = {
  readonly etag: string
  /** The same buffer until the next revision. */
  readonly bytes: () => Buffer
  /** Compresses the document even if it is short. */
  readonly packShort?: true
  /** Additional headers of this format. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A request for a document, with the holder of its key. */
export type DocumentRequest = {
  readonly services: ProgramServices
  readonly request: FastifyRequest
  readonly holder: SdkKeyHolder
  readonly state: EnvironmentState
}

export type DocumentRoute = {
  /** Reads the key from where clients of this format send it. */
  readonly key: (headers: FastifyRequest['headers']) => string | undefined
  /** Identifies the caller by the URL alone. Null if the URL does not allow that. */
  readonly named?: (services: ProgramServices, request: FastifyRequest) => MaybePromise<SdkKeyHolder> | null
  readonly find: (asked: DocumentRequest) => MaybePromise<Document>
}
