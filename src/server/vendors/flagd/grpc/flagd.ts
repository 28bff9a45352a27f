import { readFileSync } from 'node:fs'
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../../platform/auth/sdk-key-holder.ts'
import type { Services } from '../../../platform/http/services.ts'
import { StartError } from '../../../start-error.ts'
import { recordReader } from '../../protocols/reader.ts'
import { readTexts, writeText } from './messages.ts'

type FlagdRequest = Map<number, string>
type Call = ServerUnaryCall<FlagdRequest, Buffer> | ServerWritableStream<FlagdRequest, Buffer>

/** The request field in which flagd's providers send their selector, here the key. */
const selector = 2
const requestBytes = 64 * 1024

const method = (name: string, responseStream: boolean): MethodDefinition<FlagdRequest, Buffer> => ({
  path: `/flagd.sync.v1.FlagSyncService/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: () => Buffer.alloc(0),
  requestDeserialize: readTexts,
  responseSerialize: (bytes) => bytes,
  responseDeserialize: (bytes) => bytes,
})

const service = {
  syncFlags: method('SyncFlags', true),
  fetchAllFlags: method('FetchAllFlags', false),
  getMetadata: method('GetMetadata', false),
}

export type Flagd = { readonly port: number; readonly close: () => Promise<void> }

/**
 * Serves flagd's sync protocol over gRPC: the full document, and again after every publish. The key is the selector, in
 * the header or the old field, or a Bearer token.
 */
export async function startFlagd(services: Services, port: number): Promise<Flagd> {
  const server = new Server({
    'grpc.max_receive_message_length': requestBytes,
    'grpc.keepalive_time_ms': 30_000,
    // Closes connections without calls. Clients reconnect by themselves.
    'grpc.max_connection_idle_ms': limits.requestArrivesMs,
  })
  const syncFlags: handleServerStreamingCall<FlagdRequest, Buffer> = (call) => {
    stream(services, call).catch((error: unknown) => call.emit('error', refusal(services, error)))
  }
  const fetchAllFlags: handleUnaryCall<FlagdRequest, Buffer> = (call, done) => {
    holderOf(services, call)
      .then(async (holder) => (await services.states.get(holder.environmentId)).readings.flagd())
      .then(
        (bytes) => done(null, writeText(bytes)),
        (error: unknown) => done(refusal(services, error)),
      )
  }
  const getMetadata: handleUnaryCall<FlagdRequest, Buffer> = (call, done) => {
    holderOf(services, call).then(
      () => done(null, Buffer.alloc(0)),
      (error: unknown) => done(refusal(services, error)),
    )
  }
  server.addService(service, { syncFlags, fetchAllFlags, getMetadata })
  const bound = await listen(server, `${hostOf(services.config.host)}:${port}`, credentialsOf(services))
  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.tryShutdown(() => resolve())
        setTimeout(() => server.forceShutdown(), 500).unref()
      }),
  }
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const credentialsOf = ({ config }: Services): ServerCredentials => {
  const { flagdCert, flagdKey } = config
  if (flagdCert === undefined || flagdKey === undefined) return ServerCredentials.createInsecure()
  try {
    return ServerCredentials.createSsl(null, [
      { cert_chain: readFileSync(flagdCert), private_key: readFileSync(flagdKey) },
    ])
  } catch (error) {
    throw new StartError(`FANION_FLAGD_CERT and FANION_FLAGD_KEY can’t be read: ${String(error)}`)
  }
}

const listen = (server: Server, address: string, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) return resolve(port)
      reject(
        new StartError(`Can’t listen on ${address} for flagd: ${error.message}. Set a different FANION_FLAGD_PORT.`),
      )
    })
  })

/** Authenticates the key of a call. Only server keys may read rules. */
async function holderOf(services: Services, call: Call): Promise<SdkKeyHolder> {
  const { gates } = services
  const nowMs = services.now().getTime()
  const network = networkOf(services, call)
  gates.refusals.check(network, nowMs)
  try {
    const holder = await services.keyHolder(keyOf(call))
    if (holder.kind === 'server') {
      recordReader(services, holder, 'flagd', { headers: { 'user-agent': textOf(call, 'user-agent') } })
      return holder
    }
    throw new FanionError('auth/forbidden', {}, 'A client key cannot read rules. Use a server key (fan_srv_…) here.')
  } catch (error) {
    gates.refusals.count(network, nowMs)
    throw error
  }
}

const textOf = (call: Call, name: string): string | undefined => call.metadata.get(name)[0]?.toString()

const keyOf = (call: Call): string | undefined => {
  const bearer = /^Bearer\s+(\S+)$/i.exec(textOf(call, 'authorization') ?? '')?.[1]
  return textOf(call, 'flagd-selector') || call.request.get(selector) || bearer
}

const networkOf = ({ proxies }: Services, call: Call): string => {
  const remoteAddress = call
    .getPeer()
    .replace(/^ipv[46]:/, '')
    .replace(/:\d+$/, '')
    .replaceAll(/[[\]]/g, '')
  const headers = { 'x-forwarded-for': textOf(call, 'x-forwarded-for') }
  return proxies.networkOf({ headers, socket: { remoteAddress } as never })
}

/** Sends the document now and after every publish, until either side ends the stream or the key is revoked. */
async function stream(services: Services, call: ServerWritableStream<FlagdRequest, Buffer>): Promise<void> {
  const { environmentId, keyId } = await holderOf(services, call)
  const state = await services.states.get(environmentId)
  const release = services.gates.streams.take(networkOf(services, call))
  if (call.cancelled) return release()
  const end = () => {
    // With a valid key the client should reconnect to another server, otherwise not.
    Promise.resolve(services.keyHolder(keyOf(call))).then(
      () => call.emit('error', { code: status.UNAVAILABLE, details: 'This server says goodbye. Come back.' }),
      (error: unknown) => call.emit('error', refusal(services, error)),
    )
  }
  // Each document replaces all earlier ones, so a slow reader gets only the latest.
  let waiting: Buffer | null = null
  let full = false
  const send = (document: Buffer) => {
    if (full) waiting = document
    else full = !call.write(writeText(document))
  }
  call.on('drain', () => {
    full = false
    const document = waiting
    waiting = null
    if (document !== null) send(document)
  })
  send(state.readings.flagd())
  const leave = services.hub.subscribe(environmentId, {
    wants: 'flagd',
    keyId,
    // Heartbeats and reconnect events of event streams are skipped.
    write: (bytes) => {
      if (bytes[0] === openBrace) send(bytes)
    },
    pending: () => 0,
    end,
    cut: end,
  })
  const over = () => {
    leave()
    release()
  }
  call.once('cancelled', over).once('close', over).once('error', over)
}

const openBrace = 0x7b

/** Converts an error to gRPC's format. */
function refusal({ log }: Services, error: unknown): { code: status; details: string; metadata: Metadata } {
  const metadata = new Metadata()
  if (!(error instanceof FanionError)) {
    log.error({ error: String(error) }, 'a call of flagd failed')
    return { code: status.INTERNAL, details: 'Something went wrong here.', metadata }
  }
  const code = codes[error.code] ?? (error.code.startsWith('auth/') ? status.UNAUTHENTICATED : status.UNAVAILABLE)
  return { code, details: error.message, metadata }
}

const codes: Readonly<Partial<Record<string, status>>> = {
  'auth/forbidden': status.PERMISSION_DENIED,
  'request/rate-limited': status.RESOURCE_EXHAUSTED,
}
