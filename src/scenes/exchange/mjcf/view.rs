//! The plane in which a model moves, seen with z upwards, or with y upwards if it is the plane xy.

use zwang_exact::{Matrix3, Rational, Vector, Vector3};

/// The axes of a model, by their names.
pub const NAMES: [char; 3] = ['x', 'y', 'z'];

/// A plane through the origin, along two axes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The axis about which hinges turn: 0, 1 or 2.
    pub normal: usize,
}

impl View {
    /// The plane xz, which is that of models without hinges.
    pub const USUAL: Self = Self { normal: 1 };

    /// The plane that is orthogonal to a vector; `None` if that is not along an axis.
    pub fn orthogonal_to(axis: &Vector3) -> Option<Self> {
        let axis = axis.primitive();
        (0..3)
            .map(|normal| Self { normal })
            .find(|view| view.is_normal(&axis) && view.along(&axis) != Rational::default())
    }

    /// The two axes of the plane, as the scene's x and y.
    fn axes(self) -> [usize; 2] {
        match self.normal {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        }
    }

    /// A point or a vector in the plane.
    pub fn of(self, vector: &Vector3) -> Vector {
        let coordinates = vector.coordinates();
        let [x, y] = self.axes().map(|axis| coordinates[axis].clone());
        Vector::new(x, y)
    }

    /// The coordinate of a point across the plane.
    pub fn along(self, vector: &Vector3) -> Rational {
        vector.coordinates()[self.normal].clone()
    }

    /// Whether a vector points out of the plane.
    pub fn is_normal(self, vector: &Vector3) -> bool {
        self.of(vector).is_zero()
    }

    /// Whether a vector lies in the plane.
    pub fn contains(self, vector: &Vector3) -> bool {
        self.along(vector) == Rational::default()
    }

    /// An angle about the axis across the plane, counter-clockwise in the scene: about y, z turns
    /// to x.
    pub fn turn(self, angle: &Rational) -> Rational {
        match self.normal {
            1 => -angle,
            _ => angle.clone(),
        }
    }

    /// The moment about the axis across the plane of a tensor of inertia in a turned frame.
    pub fn moment(self, turn: &Matrix3, tensor: &Matrix3) -> Rational {
        let mut axis = [0, 0, 0];
        axis[self.normal] = 1;
        let [x, y, z] = axis;
        let own = turn.transposed().times(&Vector3::from_integers(x, y, z));
        own.dot(&tensor.times(&own))
    }
}
