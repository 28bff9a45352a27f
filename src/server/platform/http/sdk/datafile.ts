import { bearer } from '../bearer.ts'
import type { Asked, Document, DocumentRoute } from '../document.ts'
import { refuseBehind } from '../refuse-behind.ts'
import { isSigned } from './stream.ts'

/** `GET /sdk/v1/datafile`: the environment of the key at its newest revision; 304 where the caller has it. */
export const datafileDocument: DocumentRoute = {
  key: bearer,
  find: (asked) => {
    const known = revisionIn(asked.request.headers['if-none-match'])
    if (known === undefined || known <= asked.state.datafile.revision) return documentOf(asked)
    const { services, holder } = asked
    // meanwhile what came from disk may have been read anew
    return refuseBehind(services, holder.environmentId, known)
      .then(() => services.states.get(holder.environmentId))
      .then((state) => documentOf({ ...asked, state }))
  },
}

// the tag first: while bytes are made a newer revision may come, and an old tag only costs one more request
const documentOf = ({ services, state, request }: Asked): Document => ({
  etag: state.etag,
  bytes: () => (isSigned(request) ? state.signedJson(services.sign(state.datafile)) : state.json),
  packShort: true,
})

/** The revision that a tag of `EnvironmentState` names. */
const revisionIn = (tag: string | undefined): number | undefined => {
  if (tag === undefined) return undefined
  const [, revision] = /^"[^"/]+\/[^"/]+\/(\d{1,9})-[^"/]+"$/.exec(tag) ?? []
  return revision === undefined ? undefined : Number(revision)
}
