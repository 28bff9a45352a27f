'use client'

import { useFlag } from '@fanion/sdk/react'
import { flags } from '../flags'

export function Checkout() {
  return <p id="checkout">checkout: {String(useFlag(flags.checkout))}</p>
}
