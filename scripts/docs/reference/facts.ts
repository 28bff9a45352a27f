import { catalogue, type ErrorCode } from '../../../src/shared/errors/catalogue.ts'
import { limits } from '../../../src/shared/limits.ts'
import { permissions, permissionText, type Role, roles } from '../../../src/shared/permissions.ts'
import { actionText } from '../../../src/shared/text/audit/act.ts'
import { namesIn, tableOf } from '../../../tests/arch/specification.ts'
import { cell, code } from './markdown.ts'

/** Returns descriptions by name from a table of the specification. Tests compare these tables with the code. */
const saidOf = (section: string, first: string, names: string, says: string): Map<string, string> => {
  const said = new Map<string, string>()
  let before = ''
  for (const row of tableOf(section, first)) {
    const text = row[says] || before
    before = text
    for (const name of namesIn(row[names])) said.set(name, text)
  }
  return said
}

/** Generates the page of all error codes from the catalogue. */
export function errorsPage(): string {
  const when = saidOf('8.', 'code', 'code', 'when')
  // Safe cast: the keys of the catalogue are error codes.
  const rows = (Object.keys(catalogue) as ErrorCode[]).map((name) => {
    const { status, retry, sentence } = catalogue[name]
    return `| ${code(name)} | ${status}${retry ? ', may be tried again' : ''} | ${cell(sentence)} | ${when.get(name) ?? ''} |`
  })
  return `# Errors

Every error has a code that never changes, a sentence for people, details, and a \`requestId\` that is also in the server's log:

\`\`\`json
{ "error": { "code": "flag/not-found", "message": "…", "details": {}, "requestId": "…" } }
\`\`\`

The sentence may be more specific than the one here. \`refusalOf(error)\` of [@fanion/api](../../src/client/api/README.md) reads all of it.

| code | status | sentence | when |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** Generates the page of all limits from the constants. */
export function limitsPage(): string {
  let before = ''
  const rows = tableOf('9.', 'constant').flatMap((row) => {
    const what = row['constant'] ? (before = row['constant']) : `${before} (continued)`
    return namesIn(row['name'])
      .filter((name) => name in limits)
      .map((name) => `| ${what} | ${row['value'] ?? ''} | ${code(name)} |`)
  })
  return `# Limits

What a server refuses beyond, waits for, or keeps. They are constants of a version, not settings; those that an operator sets are
among the [settings](../settings.md).

| what | limit | name in the code |
| --- | --- | --- |
${rows.join('\n')}
`
}

const atLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

/** Generates the page of roles from the table of permissions. */
export function rolesPage(): string {
  const rows = Object.entries(permissions).map(([name, least]) => {
    const marks = roles.map((role) => (atLeast(role, least) ? 'yes' : ''))
    return `| ${cell(permissionText[name as keyof typeof permissionText])} | ${marks.join(' | ')} | ${code(name)} |`
  })
  return `# Roles and permissions

A person has one role in a project, and may be limited to some environments: in the others they are a viewer. *Owner* is a role of
the whole instance. Each role includes the permissions of those before it. [People and access](../guides/access.md) describes how to assign one.

| can | ${roles.join(' | ')} | permission |
| --- | ${roles.map(() => ':-:').join(' | ')} | --- |
${rows.join('\n')}

- No one approves a change that they wrote any part of, owners included.
- A token can do what its creator can, and no more.
- An admin who publishes without approval, or breaks a promise, gives a reason; it stays in the history.
`
}

/** Generates the page of actions in the audit log and in webhooks. */
export function actionsPage(): string {
  const rows = Object.entries(actionText).map(
    ([name, { filter, says }]) => `| ${code(name)} | ${cell(filter)} | ${cell(says)} |`,
  )
  return `# Events of the audit log

What happens in a project, by the name that [webhooks](../guides/webhooks.md) subscribe to and the audit log keeps. \`…\` is what it
was done to.

| action | as filters call it | as a sentence |
| --- | --- | --- |
${rows.join('\n')}
`
}
