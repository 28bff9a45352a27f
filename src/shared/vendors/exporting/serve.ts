import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { notReadable } from './unreadable-reason.ts'

/** The variant that a serve gives everyone. Any other kind of serve is not readable. */
export const onlyVariant = (serve: Serve, flag: FlagDocument): string => {
  if ('variant' in serve && serve.enabled === undefined) return own(serve.variant, flag)
  if ('split' in serve) return notReadable('split-hash')
  return notReadable('other-vendor')
}

/** Checks that the flag has the variant. If not, the document is malformed. */
export const own = (variant: string, flag: FlagDocument): string =>
  Object.hasOwn(flag.variants, variant) ? variant : notReadable('malformed', variant)
