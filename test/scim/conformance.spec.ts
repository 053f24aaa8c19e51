// One file for the runner: what takes the time of a small one is loading the program, and here it is loaded once.
import './conformance/bulk.checks.js';
import './conformance/create.checks.js';
import './conformance/cursor.checks.js';
import './conformance/discovery.checks.js';
import './conformance/filter-refusals.checks.js';
import './conformance/filter.checks.js';
import './conformance/groups.checks.js';
import './conformance/paging.checks.js';
import './conformance/patch-refusals.checks.js';
import './conformance/patch.checks.js';
import './conformance/projection.checks.js';
import './conformance/protocol.checks.js';
import './conformance/replace-delete.checks.js';
import './conformance/search.checks.js';
import './conformance/versions.checks.js';
