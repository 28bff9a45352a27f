// Changes: proposals of log entries on their way through review, approval and schedule; and everybody's own drafts.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      number integer not null check (number > 0),
      title text not null,
      message text not null,
      author_id uuid references person on delete set null,
      author_name text not null,
      state text not null check (state in
        ('draft', 'in-review', 'changes-requested', 'approved', 'scheduled', 'conflicted', 'applied', 'withdrawn')),
      version integer not null check (version > 0),
      conflict text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      decided_at timestamptz,
      applied_at timestamptz,
      unique (project_id, number)
    )`.execute(db)
  await sql`create index change_open on change (project_id) where state not in ('applied', 'withdrawn')`.execute(db)
  await sql`
    create table change_entry (
      change_id uuid not null references change on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      document json,
      base integer not null check (base >= 0),
      primary key (change_id, environment_id, kind, key)
    )`.execute(db)
  await sql`create index change_entry_subject on change_entry (environment_id, kind, key)`.execute(db)
  await sql`
    create table review (
      id uuid primary key,
      change_id uuid not null references change on delete cascade,
      reviewer_id uuid references person on delete set null,
      reviewer_name text not null,
      verdict text not null check (verdict in ('approve', 'request-changes', 'comment')),
      body text not null,
      at timestamptz not null,
      void_since timestamptz,
      void_because text check (void_because in ('edited', 'right-lost')),
      check ((void_since is null) = (void_because is null))
    )`.execute(db)
  await sql`create index review_change on review (change_id, at)`.execute(db)
  await sql`
    create table schedule (
      id uuid primary key,
      change_id uuid not null references change on delete cascade,
      due_at timestamptz not null,
      zone text not null,
      made_at timestamptz not null,
      made_by text not null,
      ended_at timestamptz,
      ended_as text check (ended_as in ('applied', 'conflicted', 'lapsed', 'unscheduled', 'withdrawn')),
      check ((ended_at is null) = (ended_as is null))
    )`.execute(db)
  await sql`create unique index schedule_running on schedule (change_id) where ended_at is null`.execute(db)
  await sql`create index schedule_due on schedule (due_at) where ended_at is null`.execute(db)
  await sql`
    create table draft (
      person_id uuid not null references person on delete cascade,
      environment_id uuid not null references environment on delete cascade,
      kind text not null check (kind in ('flag', 'segment')),
      key text not null,
      document json,
      base integer not null check (base >= 0),
      updated_at timestamptz not null,
      primary key (person_id, environment_id, kind, key)
    )`.execute(db)
  await sql`alter table revision add column change_number integer`.execute(db)
}
