import { patchDatafile } from '../../../shared/datafile/patch.ts'
import { contentText, signedText } from '../../../shared/datafile/signed-text.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { DatafileFeed } from './connection.ts'

/** Throws an `Error` if a datafile does not have a valid signature. */
export type Verify = (datafile: Datafile) => Promise<void>

const utf8 = new TextEncoder()

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Creates a verifier that accepts signatures of any of the public keys, using Web Crypto. */
export const createVerify = (publicKeys: readonly string[]): Verify => {
  const keys = Promise.all(
    publicKeys.map((key) =>
      crypto.subtle.importKey('raw', bytesOf(key.slice('ed25519:'.length)), { name: 'Ed25519' }, false, ['verify']),
    ),
  )
  // Each verification handles the rejection.
  keys.catch(() => {})
  return async (datafile) => {
    const { signature } = datafile
    if (signature === undefined) throw new Error('the datafile is not signed')
    const sha256 = hex(await crypto.subtle.digest('SHA-256', utf8.encode(contentText(datafile))))
    const text = utf8.encode(signedText(datafile, sha256))
    for (const key of await keys)
      if (await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), text)) return
    throw new Error('the signature of the datafile fits none of publicKeys')
  }
}

/** Throws if a datafile is from another environment than the current one, or older. */
const fits = (datafile: Datafile, held: Datafile | null): void => {
  if (held === null) return
  const [is, was] = [datafile, held].map(({ project, environment }) => `${project}/${environment}`)
  if (is !== was) throw new Error(`the datafile is of ${is}, not of ${was}`)
  if (datafile.revision < held.revision)
    throw new Error(`the datafile is of revision ${datafile.revision}, older than ${held.revision}`)
}

/**
 * Wraps a feed so that it accepts only signed datafiles of the same environment that are not older. `held` returns the
 * last verified datafile.
 */
export const verified = (feed: DatafileFeed, verify: Verify, held: () => Datafile | null): DatafileFeed => ({
  ...feed,
  replace: async (datafile) => {
    fits(datafile, held())
    await verify(datafile)
    await feed.replace(datafile)
  },
  patch: async (patch) => {
    const before = held()
    const next = before === null ? null : patchDatafile(before, patch)
    if (next === null) return false
    await verify(next)
    return feed.patch(patch)
  },
})
