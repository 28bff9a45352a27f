import { useFlag } from '@fanion/sdk/react'
import { useRef } from 'react'
import { flags } from '~/flags'

/** The address of the checkout, which is asked for on every page. */
export function useCheckout(): { href: string; isNew: boolean } {
  const isNew = useFlag(flags.newCheckout)
  const times = useRef(0)
  times.current += 1
  const isBeta = useFlag(flags.beta)
  return { href: isNew && isBeta ? '/beta' : isNew ? '/checkout/v2' : '/checkout', isNew }
}
