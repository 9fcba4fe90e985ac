"""The statistical models of word alignment: IBM model 1, the HMM and the Gibbs sampler.

An encoded corpus and prior counts enter. Posteriors of candidate links and expected counts leave.
"""
