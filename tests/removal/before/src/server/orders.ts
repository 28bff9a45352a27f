import { Router, type Request, type Response } from 'express'
import { fanion } from '~/fanion'
import { isNewCheckout, price } from '~/shared'
import { withCoupon, type Cart } from '~/shared/cart'
import { audit, charge, chargeLegacy, notifyWarehouse } from './payments'

export const orders = Router()

orders.post('/orders', async (request: Request, response: Response, next) => {
  try {
    const cart = request.body as Cart
    const useNew = fanion.flags.newCheckout({ targetingKey: request.user.id, plan: request.user.plan })
    if (useNew && cart.coupon) {
      await audit('coupon', cart.coupon)
    }

    const receipt = useNew
      ? await charge(withCoupon(cart, cart.coupon ?? ''), price(cart, request.user))
      : await chargeLegacy(cart)

    if (useNew) await notifyWarehouse(receipt)
    else {
      // nobody looks at these any more
      console.warn('legacy order', receipt)
    }
    response.status(useNew ? 201 : 200).json({ receipt, flow: useNew ? 'new' : 'old' })
  } catch (error) {
    next(error)
  }
})

orders.get('/checkout', (request, response) => {
  if (isNewCheckout({ targetingKey: request.user.id })) return response.redirect('/checkout/v2')
  response.redirect('/checkout/v1')
})
