//! Gaps between the values of a quantity in several choices, in the plane and in space.

use malachite::Rational;

/// The gaps between intervals; `None` where there is no end.
pub(crate) fn gaps_between(mut intervals: Vec<[Option<&Rational>; 2]>) -> Vec<[Rational; 2]> {
    // No least value comes first.
    intervals.sort();
    let mut gaps = Vec::new();
    let mut reached: Option<&Rational> = None;
    for (index, [least, largest]) in intervals.into_iter().enumerate() {
        if let (Some(reached), Some(least)) = (reached, least)
            && index > 0
            && least > reached
        {
            gaps.push([reached.clone(), least.clone()]);
        }
        let Some(largest) = largest else {
            break;
        };
        reached = Some(reached.map_or(largest, |reached| reached.max(largest)));
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_between_what_all_intervals_cover() {
        let numbers = [0, 1, 2, 3, 4, 5].map(Rational::from);
        let at = |place: usize| Some(&numbers[place]);
        let gap = |below, above| [below, above].map(Rational::from);
        let found = gaps_between(vec![[at(4), None], [at(0), at(2)], [at(1), at(1)]]);
        assert_eq!(found, [gap(2, 4)]);
        let found = gaps_between(vec![[at(3), at(3)], [None, at(0)], [at(1), at(2)]]);
        assert_eq!(found, [gap(0, 1), gap(2, 3)]);
        assert!(gaps_between(vec![[at(0), at(2)], [at(2), at(5)]]).is_empty());
        assert!(gaps_between(vec![[None, None], [at(2), at(5)]]).is_empty());
    }
}
