/** Rate limit costs of calls. Calls that are not listed cost 1. The table of the specification, section 9. */
export const costs: Readonly<Record<string, number>> = {
  // Hash a password.
  'account.setUp': 20,
  'account.signIn': 20,
  'account.confirm': 20,
  'account.changePassword': 20,
  'account.resetPassword': 20,
  'invitations.accept': 20,
  // Anonymous callers can trigger work.
  'account.requestReset': 20,
  'passkeys.signInOptions': 10,
  'passkeys.signIn': 10,
  'devices.begin': 10,
  'providers.check': 20,
  'guardSources.test': 20,
  'sources.save': 20,
  'sources.check': 20,
  'facts.preview': 50,
  'facts.save': 20,
  // Read all flags of a project, or all documents of an environment.
  'flags.list': 10,
  'flags.keys': 10,
  'flags.listAsOf': 50,
  'flags.getAsOf': 5,
  'files.ground': 20,
  'files.applyAll': 50,
  'history.timeline': 10,
  'history.everywhere': 5,
  'history.asOf': 50,
  'history.explain': 50,
  'history.compare': 50,
  'history.promotion': 50,
  'history.versions': 5,
  'history.diff': 20,
  'graph.around': 10,
  'graph.whole': 20,
  'graph.hanging': 10,
  'insights.states': 50,
  'insights.notes': 50,
  'insights.usage': 5,
  'insights.lives': 10,
  'insights.rollouts': 10,
  'insights.evaluations': 2,
  'contexts.recent': 20,
  // Read one or two weeks of events.
  'metrics.preview': 50,
  'experiments.plan': 50,
  'experiments.start': 50,
  'experiments.again': 50,
  'experiments.addMetric': 50,
  // Read all cohorts and analyses of a run.
  'experiments.results': 5,
  'experiments.people': 5,
  'experiments.report': 10,
  'experiments.sums': 10,
  'audit.verify': 50,
  'audit.checkpoint': 5,
  // Prove invariants over all documents of a project.
  'promises.list': 50,
  'promises.check': 50,
  'promises.touched': 10,
  'promises.sentences': 2,
  'promises.save': 50,
  // Read all declarations of builds, or all code references of a repository.
  'builds.list': 10,
  'builds.unknown': 3,
  'references.replace': 50,
  // Change many flags in every environment.
  'flags.archiveMany': 20,
  'flags.restoreMany': 20,
  // Read all items of an import run.
  'imports.get': 10,
  'imports.items': 10,
  'imports.edits': 10,
  'imports.reread': 50,
  'imports.chooseKeys': 50,
  'imports.applyRun': 50,
  'imports.undo': 50,
  'audit.activity': 5,
  'audit.list': 5,
}

/** Queries with at least this cost wait in the queue. */
export const heavyCallCost = 50

export const costOf = (procedure: string): number => (Object.hasOwn(costs, procedure) ? (costs[procedure] ?? 1) : 1)
