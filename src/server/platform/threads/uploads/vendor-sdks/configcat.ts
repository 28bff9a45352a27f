import { createConsoleLogger, getClient, LogLevel, PollingMode, User } from 'configcat-node'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

let opened = 0

const isText = (value: Json | undefined): value is string | undefined =>
  value === undefined || typeof value === 'string'

/**
 * ConfigCat's SDK, which reads the file from its cache. The targeting key is the Identifier, unless the context has
 * one.
 */
export const openConfigCat: OpenSdk = async ({ document }) => {
  opened += 1
  const kept = `1767225600000\n"etag"\n${JSON.stringify(document)}`
  const client = getClient(`configcat-proxy/import-${opened}`, PollingMode.ManualPoll, {
    // No requests are sent.
    baseUrl: 'http://127.0.0.1:9',
    offline: true,
    logger: createConsoleLogger(LogLevel.Off),
    cache: { get: () => kept, set: () => undefined },
  })
  await client.waitForReady()
  const snapshot = client.snapshot()
  return {
    theirs: (flag, { targetingKey, Identifier = targetingKey, Email, Country, ...custom }) => {
      // SDKs accept only text for these three attributes.
      if (typeof Identifier !== 'string' || !isText(Email) || !isText(Country)) return null
      const user = new User(Identifier, Email, Country, custom as unknown as ConstructorParameters<typeof User>[3])
      const { value, variationId, isDefaultValue } = snapshot.getValueDetails(flag, null, user)
      return isDefaultValue ? 'default' : [value, variationId ?? null]
    },
    inTheirText: ({ errorCode, value, name }) => (errorCode === null ? [value ?? null, name] : 'default'),
    end: () => client.dispose(),
  }
}
