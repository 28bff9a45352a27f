import { describe } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { agreesWithThePlainStore } from '../../../../../tests/support/measure/agrees.ts'
import { replacesSlicesAsThePlainStore } from '../../../../../tests/support/measure/slices-agree.ts'
import { draws } from '../../../../../tests/support/seed.ts'
import { postgresqlStore } from './store.ts'

const { db } = await testDatabase()

describe('the store in PostgreSQL', () => {
  agreesWithThePlainStore(db, () => postgresqlStore)
  replacesSlicesAsThePlainStore(db, () => postgresqlStore, draws(10))
})
