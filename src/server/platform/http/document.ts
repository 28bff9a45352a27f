import type { FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'
import type { Soon } from '../kernel/soon.ts'
import type { EnvironmentState } from '../live/environment-state.ts'
import type { ProgramServices } from './services.ts'

/** An environment in one format, as many programs ask for it. */
export type Document = {
  readonly etag: string
  /** The same bytes until a revision makes others. */
  readonly bytes: () => Buffer
  /** Packed for whoever takes it so, however short it is. */
  readonly packShort?: true
  /** What this format says besides. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Who asks for a document, and of what. */
export type Asked = {
  readonly services: ProgramServices
  readonly request: FastifyRequest
  readonly holder: SdkKeyHolder
  readonly state: EnvironmentState
}

/** An address with a document at it. */
export type DocumentRoute = {
  /** The key as the programs of this format send it. */
  readonly key: (headers: FastifyRequest['headers']) => string | undefined
  /** Who asks, where the address alone may say it; null where it does not. */
  readonly named?: (services: ProgramServices, request: FastifyRequest) => Soon<SdkKeyHolder> | null
  readonly find: (asked: Asked) => Soon<Document>
}
