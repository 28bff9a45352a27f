import { apiPage } from './reference/api.ts'
import { commandsPage } from './reference/commands.ts'
import { actionsPage, errorsPage, limitsPage, rolesPage } from './reference/facts.ts'

/** Pages generated from code, by the path of their file. Each build generates them. */
export const madePages: Readonly<Record<string, () => string>> = {
  'docs/reference/commands.md': commandsPage,
  'docs/reference/api.md': apiPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/limits.md': limitsPage,
  'docs/reference/roles.md': rolesPage,
  'docs/reference/actions.md': actionsPage,
}
