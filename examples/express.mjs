import { createFanion, defineFlags } from '@fanion/sdk/node'
import { perRequest } from '@fanion/sdk/request'
import express from 'express'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
const visitor = perRequest(fanion)
await fanion.ready()

const app = express()
app.use((request, _, next) => visitor.run({ targetingKey: request.get('x-user') }, next))
app.use(express.text())

// no request is handed down: whatever runs for it knows whose it is
const price = async () => (visitor.flags.checkout() ? 'new' : 'old')
app.all('/price', async (_, response) => response.send(await price()))

const server = app.listen(process.env.PORT, '127.0.0.1')
process.once('SIGTERM', () => server.close(() => fanion.close()))
