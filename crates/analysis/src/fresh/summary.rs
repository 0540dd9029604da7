//! What callers need to know of a function.

use super::pointer::{Pointer, Sites};
use super::state::State;

/// Parameters are known by their index; each stands for all memory that its argument leads to.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// How many parameters it speaks of; other arguments escape.
    pub params: usize,
    /// What escapes, or is freed.
    pub escapes: Sites,
    /// Less than whole pointers are read there.
    pub splits: Sites,
    /// For each parameter, those whose memory it may point to afterwards.
    pub flows: Vec<Sites>,
    pub returns: Returns,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Returns {
    /// A pointer into the memory of these parameters.
    pub params: Sites,
    pub elsewhere: bool,
    /// A new block, which nothing else points to.
    pub fresh: bool,
    /// The parameters whose memory that block leads to.
    pub fresh_leads_to: Sites,
    /// It leads to further new blocks, or to itself.
    pub fresh_is_linked: bool,
}

impl Summary {
    pub(super) fn new(params: usize) -> Summary {
        Summary {
            params,
            escapes: Sites::NONE,
            splits: Sites::NONE,
            flows: vec![Sites::NONE; params],
            returns: Returns::default(),
        }
    }

    /// Adds what is true at some point.
    pub(super) fn add(&mut self, state: &State, params: Sites) {
        self.escapes |= (state.escaped() | state.freed()).and(params);
        self.splits |= state.split();
        for param in params.iter() {
            let stored = state.contents(param).sites;
            self.flows[param] |= state.reach(stored).and(params);
        }
    }

    /// Adds a return; `heap`: the sites of heap blocks.
    pub(super) fn add_return(&mut self, state: &mut State, value: Pointer, params: Sites, heap: Sites) {
        let reachable_otherwise = state.reach(params) | state.escaped() | state.freed();
        let fresh = value.sites.and(heap).without(reachable_otherwise);
        // The caller does not follow the others.
        state.escape(value.sites.without(fresh | params));
        let fresh = fresh.without(state.escaped());
        self.returns.params |= value.sites.and(params);
        self.returns.elsewhere |= value.elsewhere || !value.sites.without(fresh | params).is_empty();
        if !fresh.is_empty() {
            self.returns.fresh = true;
            let reach = state.reach(fresh);
            self.returns.fresh_leads_to |= reach.and(params);
            let links = reach.iter().fold(Sites::NONE, |all, site| all | state.contents(site).sites);
            self.returns.fresh_is_linked |= !links.without(params).is_empty();
        }
    }

    /// The effect of a call; returns what its result points to. `site`: where the new block goes that the call may return.
    pub(super) fn apply(&self, state: &mut State, arguments: &[Pointer], site: Option<usize>) -> Pointer {
        let site = site.filter(|_| self.returns.fresh);
        let mut arguments = arguments.to_vec();
        if let Some(site) = site
            && state.allocate(site)
        {
            arguments.iter_mut().for_each(|argument| *argument = argument.forget(Sites::one(site)));
        }
        for argument in arguments.iter().skip(self.params) {
            state.escape(argument.sites);
        }
        arguments.resize(self.params, Pointer::ELSEWHERE);
        self.apply_flows(state, &arguments);
        for (param, argument) in arguments.iter().enumerate() {
            if self.escapes.contains(param) {
                state.escape(argument.sites);
            }
            if self.splits.contains(param) {
                state.read_bytes(state.reach(argument.sites));
            }
        }
        let mut result = Pointer { elsewhere: self.returns.elsewhere, ..Pointer::NOWHERE };
        for param in self.returns.params.iter() {
            let Pointer { sites, elsewhere, .. } = arguments[param];
            let sites = if self.returns.elsewhere { state.reach(sites) } else { sites };
            result = result.join(Pointer::into_any(sites, elsewhere));
        }
        match site {
            Some(site) => result.join(self.new_block(state, &arguments, site)),
            None => Pointer { elsewhere: result.elsewhere || self.returns.fresh, ..result },
        }
    }

    /// The function may have stored anything in the memory of its arguments, and pointers from one into another.
    fn apply_flows(&self, state: &mut State, arguments: &[Pointer]) {
        loop {
            let before = state.clone();
            for (argument, &flows) in arguments.iter().zip(&self.flows) {
                let target = Pointer::into_any(state.reach(argument.sites), argument.elsewhere);
                let sources = flows.iter().fold(Sites::NONE, |all, source| all | arguments[source].sites);
                let stored = Pointer::into_any(state.reach(sources), true);
                state.store_any(target, stored);
            }
            if self.flows.iter().all(|flows| flows.is_empty()) || *state == before {
                return;
            }
        }
    }

    /// The caller's site stands for all new memory that the result leads to.
    fn new_block(&self, state: &mut State, arguments: &[Pointer], site: usize) -> Pointer {
        let sources = self.returns.fresh_leads_to.iter();
        let sources = sources.fold(Sites::NONE, |all, source| all | arguments[source].sites);
        let links = if self.returns.fresh_is_linked { Sites::one(site) } else { Sites::NONE };
        state.store_any(Pointer::to(site), Pointer::into_any(state.reach(sources) | links, true));
        Pointer::to(site)
    }
}
