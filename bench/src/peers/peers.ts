import { allure } from './allure.js';
import type { Peer } from './peer.js';
import { qase } from './qase.js';
import { reportportal } from './reportportal.js';

export const peers: readonly Peer[] = [allure, qase, reportportal];
