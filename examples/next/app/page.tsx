import { cookies } from 'next/headers'
import { fanion } from '../fanion'
import { Checkout } from './checkout'
import { PageFlags } from './page-flags'

export default async function Page() {
  const context = { targetingKey: (await cookies()).get('visitor')?.value ?? 'user-1' }
  const visitor = (await fanion()).for(context)
  const { FANION_URL: url, FANION_CLIENT_KEY: clientKey } = process.env
  return (
    <PageFlags url={url} clientKey={clientKey} context={context} answers={visitor.getBootstrap()}>
      <p id="server">on the server: {String(visitor.flags.checkout())}</p>
      <Checkout />
    </PageFlags>
  )
}
