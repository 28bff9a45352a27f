import { precompute } from 'flags/next'
import { type NextRequest, NextResponse } from 'next/server'
import { fanion } from './fanion'
import { offerFlags } from './offer'

export const config = { matcher: ['/shop', '/offer'] }

/** Chooses the page by flag, before anything is drawn. */
export default async function proxy(request: NextRequest) {
  const to = (path: string) => NextResponse.rewrite(new URL(path, request.url))
  if (request.nextUrl.pathname === '/offer') return to(`/offer/${await precompute(offerFlags)}`)
  const { flags } = await fanion()
  const targetingKey = request.cookies.get('visitor')?.value ?? 'user-1'
  return to(flags.checkout({ targetingKey }) ? '/shop/new' : '/shop/old')
}
