import { bearer } from '../bearer.ts'
import type { Document, DocumentRequest, DocumentRoute } from '../document.ts'
import { requireClientRevision } from '../require-client-revision.ts'
import { isSigned } from './stream.ts'

/** `GET /sdk/v1/datafile`: the latest datafile of the key's environment. 304 if the client has it. */
export const datafileDocument: DocumentRoute = {
  key: bearer,
  find: (asked) => {
    const known = revisionIn(asked.request.headers['if-none-match'])
    if (known === undefined || known <= asked.state.datafile.revision) return documentOf(asked)
    const { services, holder } = asked
    // A state from disk may have been refreshed in the meantime.
    return requireClientRevision(services, holder.environmentId, known)
      .then(() => services.states.get(holder.environmentId))
      .then((state) => documentOf({ ...asked, state }))
  },
}

// The tag is read first: if a newer revision arrives before the bytes are built, an old tag only costs one more
// request.
const documentOf = ({ services, state, request }: DocumentRequest): Document => ({
  etag: state.etag,
  bytes: () => (isSigned(request) ? state.signedJson(services.sign(state.datafile)) : state.json),
  packShort: true,
})

/** Parses the revision from an etag of `EnvironmentState`. */
const revisionIn = (tag: string | undefined): number | undefined => {
  if (tag === undefined) return undefined
  const [, revision] = /^"[^"/]+\/[^"/]+\/(\d{1,9})-[^"/]+"$/.exec(tag) ?? []
  return revision === undefined ? undefined : Number(revision)
}
