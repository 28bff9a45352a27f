import type { FormatName } from '../../../shared/vendors/exporting/formats.ts'
import { specOf, unleashDelta, unleashDocument } from '../../../shared/vendors/unleash/export/document.ts'
import type { Document, DocumentRequest, DocumentRoute } from '../../platform/http/document.ts'
import { encryptionKey, namedConnection } from '../growthbook/connection.ts'
import { vendorRequestKey } from './key.ts'
import { recordReader } from './reader.ts'

/** The documents that other vendors' SDKs poll, by path. */
export const vendorDocumentRoutes: Readonly<Record<string, DocumentRoute>> = {
  '/unleash/api/client/features': vendorDocumentRoute('unleash', (asked, tagOf) => {
    const spec = specFor(asked)
    const { readings } = asked.state
    const etag = tagOf(spec)
    const make = () => unleashDocument(readings.projection('unleash'), spec, etag)
    return { etag, bytes: () => readings.bytes(`unleash ${spec}`, make) }
  }),
  '/unleash/api/client/delta': vendorDocumentRoute('unleash', (asked, tagOf) => {
    const spec = specFor(asked)
    const { readings, datafile } = asked.state
    const make = () => unleashDelta(readings.projection('unleash'), spec, datafile.revision)
    return { etag: tagOf(`${spec}:delta`), bytes: () => readings.bytes(`unleash delta ${spec}`, make) }
  }),
  '/launchdarkly/sdk/latest-all': vendorDocumentRoute('launchdarkly', ({ state }, tagOf) => ({
    etag: tagOf('launchdarkly'),
    bytes: () => state.readings.launchDarkly(),
  })),
  '/flagd/v1/flags': vendorDocumentRoute('flagd', ({ state }, tagOf) => ({
    etag: tagOf('flagd'),
    bytes: () => state.readings.flagd(),
  })),
  '/growthbook/api/features/:name': {
    ...vendorDocumentRoute('growthbook', ({ services, state, request, holder }, tagOf) => {
      const key = encryptionKey(services, request, holder)
      return {
        etag: tagOf(key === undefined ? 'growthbook' : `growthbook:${holder.keyId}`),
        bytes: () => state.readings.growthBook(key),
        headers: { 'x-sse-support': 'enabled' },
      }
    }),
    named: namedConnection,
  },
}

type Find = (asked: DocumentRequest, tagOf: (rest: string | number) => string) => Document

/** A document in a format. Records the reader, and reports how many flags the format cannot express. */
function vendorDocumentRoute(format: FormatName, find: Find): DocumentRoute {
  return {
    key: vendorRequestKey,
    find: (asked) => {
      const { services, request, holder, state } = asked
      recordReader(services, holder, format, request)
      const document = find(asked, (rest) => `"${holder.environmentId}:${state.datafile.revision}:${rest}"`)
      const notReadable = String(state.readings.unreadable(format))
      return { ...document, headers: { ...document.headers, 'fanion-not-readable': notReadable } }
    },
  }
}

const specFor = ({ request: { headers } }: DocumentRequest): number =>
  specOf(headers['unleash-client-spec'], headers['unleash-sdk'])
