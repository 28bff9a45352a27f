import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { notReadable } from './because.ts'

/** The variant a serve gives to everybody; another kind of serve is not readable as such. */
export const onlyVariant = (serve: Serve, flag: FlagDocument): string => {
  if ('variant' in serve && serve.enabled === undefined) return own(serve.variant, flag)
  if ('split' in serve) return notReadable('split-hash')
  return notReadable('other-vendor')
}

/** A variant of the flag; another name is a malformed document. */
export const own = (variant: string, flag: FlagDocument): string =>
  Object.hasOwn(flag.variants, variant) ? variant : notReadable('malformed', variant)
