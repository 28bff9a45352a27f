import { createFanion, defineFlags } from '@fanion/sdk/node'
import { perRequest } from '@fanion/sdk/request'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
const visitor = perRequest(fanion)
await fanion.ready()

const app = new Hono()
app.use((c, next) => visitor.run({ targetingKey: c.req.header('x-user') }, next))

const price = async () => (visitor.flags.checkout() ? 'new' : 'old')
app.all('/price', async (c) => c.text(await price()))

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.once('SIGTERM', () => server.close(() => fanion.close()))
