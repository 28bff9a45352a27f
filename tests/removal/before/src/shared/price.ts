/*! Shop, Apache-2.0 */
import { newCheckout } from './switches'
import { type Cart, sum } from './cart'
import { oldSum } from './old-sum'

// Rounding is a business rule: see the handbook.
export default function price(cart: Cart, user: { id: string }): number {
  // the old way, until everybody has the new one
  if (!newCheckout({ targetingKey: user.id })) {
    return oldSum(cart)
  }

  const total = sum(cart) // in cents
  return Math.round(total)
}
