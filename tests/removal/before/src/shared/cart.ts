export interface Line {
  sku: string
  amount: number
  price: number
}

export type Cart = { lines: Line[]; coupon?: string }

/** What a cart costs, in cents. */
export const sum = (cart: Cart): number => cart.lines.reduce((total, line) => total + line.amount * line.price, 0)

export const withCoupon = (cart: Cart, coupon: string): Cart => ({ ...cart, coupon })
