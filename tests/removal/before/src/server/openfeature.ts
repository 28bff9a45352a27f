import { OpenFeature } from '@openfeature/server-sdk'

const client = OpenFeature.getClient()

/** What a letter says of the checkout. */
export async function letter(user: string): Promise<string> {
  const isNew = await client.getBooleanValue('new-checkout', false, { targetingKey: user })
  if (!isNew) throw new Error('not yet')
  return isNew ? 'new' : 'old'
}
