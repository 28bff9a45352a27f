// One server, one browser and one page for all that is about editing a flag; each test has a flag of its own.
import './editing/said-on-page.ts'
import './editing/rules.ts'
import './editing/contexts.ts'
import './editing/list.ts'
import './editing/beside-rules.ts'
import './editing/many-rules.ts'
import './editing/settings.ts'
