import { vercelFlags } from '@fanion/sdk/vercel'
import { flag } from 'flags/next'
import { fanionNow } from './fanion'
import { flags } from './flags'

const declared = vercelFlags(fanionNow(), flags)
const identify = ({ cookies }: { cookies: { get: (name: string) => { value: string } | undefined } }) => ({
  targetingKey: cookies.get('visitor')?.value ?? 'user-1',
})

/** The flag for Vercel's `flags`: in server components `await checkout()`. */
export const checkout = flag({ ...declared.checkout, identify })
/** The flags by which `/offer` is precomputed: one static page for each of their values. */
export const offerFlags = [checkout] as const
