// Every server hears of a ramp that starts, stops, goes on or ends, as of the change that proposed it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger ramp_told after update of state on ramp
    for each row when (old.state is distinct from new.state) execute function tell_review()`.execute(db)
}
