import { Router, type Request, type Response } from 'express'
import { price } from '~/shared'
import { withCoupon, type Cart } from '~/shared/cart'
import { audit, charge, notifyWarehouse } from './payments'

export const orders = Router()

orders.post('/orders', async (request: Request, response: Response, next) => {
  try {
    const cart = request.body as Cart
    if (cart.coupon) {
      await audit('coupon', cart.coupon)
    }

    const receipt = await charge(withCoupon(cart, cart.coupon ?? ''), price(cart, request.user))

    await notifyWarehouse(receipt)
    response.status(201).json({ receipt, flow: 'new' })
  } catch (error) {
    next(error)
  }
})

orders.get('/checkout', (request, response) => {
  return response.redirect('/checkout/v2')
})
