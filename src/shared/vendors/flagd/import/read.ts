import { type Access, AccessMissing, type VendorRead } from '../../importing/vendor-read.ts'

/** flagd: reads its file from the URL that flagd itself reads it from. */
export function* readFlagdFile({ host, token }: Access): VendorRead {
  if (host === undefined)
    throw new AccessMissing('Name the file, or the address that flagd reads it from: --host https://….')
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { 'flags.flagd.json': (yield { url: new URL(host).href, headers }).body }
}
